/** Connects an input, a text area or a select with the state that holds its text. */
export const typing = (value: string, onType: (value: string) => void) => ({
  value,
  onChange: (event: { currentTarget: { value: string } }) => onType(event.currentTarget.value),
});
