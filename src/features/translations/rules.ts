import { oneLine } from '#lib/short-text.ts'

/** Returns the id or slug in what somebody pasted: the address of a prompt’s page, in any language, or the slug itself. */
export function promptNameIn(text: string): string {
  const name = /\/prompt\/([^/?#\s]+)/.exec(text)?.[1] ?? oneLine(text)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
