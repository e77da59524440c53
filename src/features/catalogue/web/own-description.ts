/**
 * A prompt's description; null when it only repeats the beginning of the text, as the descriptions of many imported
 * prompts do.
 */
export function ownDescription({ description, excerpt }: { description: string; excerpt: string }): string | null {
  const text = plain(description).replace(/(…|\.{3})$/, '')
  return text === '' || plain(excerpt).startsWith(text.slice(0, plain(excerpt).length)) ? null : description
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
