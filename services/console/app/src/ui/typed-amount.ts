/** An amount as the API has it, of one that was typed with a comma or a point. */
export const typedAmount = (text: string): string => text.trim().replace(',', '.');
