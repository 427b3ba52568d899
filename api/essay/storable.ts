/** A typed text as PostgreSQL can keep it: it knows no character 0, and nothing a person types contains one. */
export const storable = (text: string): string => text.replaceAll('\0', '');
