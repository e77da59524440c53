import type { RunTarget } from '#features/worksheet/run-target-rules.ts'

/** Says where to paste a copied text. `takes` with a text that was copied means that it is too long for a link. */
export function howToPaste({ name, home, takes }: RunTarget): string {
  if (takes === null) return `Paste it in ${name}.`
  return home === null
    ? `The text is too long for a link. Open ${name} and paste it.`
    : `The text is too long for a link. Paste it in ${name}.`
}

/** Opens a web page in a new tab without a referrer, and an editor's scheme in this tab. */
export function openElsewhere(address: string) {
  if (address.startsWith('https:')) window.open(address, '_blank', 'noopener,noreferrer')
  else window.location.assign(address)
}
