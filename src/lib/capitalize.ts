/** Capitalizes the first letter, unless that makes the text longer: “ß” would become “SS”. */
export function capitalize<Text extends string>(text: Text): Capitalize<Text> {
  const first = text.charAt(0).toUpperCase()
  return (first.length === 1 ? first + text.slice(1) : text) as Capitalize<Text>
}
