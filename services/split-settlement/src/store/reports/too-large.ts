/** More entries than one report holds. */
export class ReportTooLarge extends Error {
  override readonly name = 'ReportTooLarge';

  constructor(readonly entriesMax: number) {
    super(`A report holds at most ${entriesMax} entries.`);
  }
}
