/** Copies what a field holds. Where the browser does not allow it, the text is left selected for the payer to copy. */
export const copyText = async (field: HTMLInputElement): Promise<boolean> => {
  try {
    // Undefined on pages without https, whatever the types say.
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
};
