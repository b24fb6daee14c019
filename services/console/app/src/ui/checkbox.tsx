interface Props {
  readonly name: string;
  readonly label: string;
  readonly isTicked: boolean;
}

export const Checkbox = ({ name, label, isTicked }: Props) => (
  <label className="tick">
    <input type="checkbox" name={name} defaultChecked={isTicked} />
    {label}
  </label>
);
