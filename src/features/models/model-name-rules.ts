import { checkerId, composerId, familyNames, type ModelVendor } from './rules.ts'

/** How built-in engines are called everywhere: nobody may take them for language models. */
export const builtInBadge = 'Built-in, no AI'

const builtIn: Record<string, { name: string; does: string }> = {
  [composerId]: { name: 'Composer', does: 'Rewrites your prompt by rules' },
  [checkerId]: { name: 'Checker', does: 'Reviews your prompt by rules' },
}

/** A model in words: `name` is its family, or its id where nobody said whose it is; `detail` which one of the family. */
export function modelWords(id: string, vendor: ModelVendor | null): { name: string; detail: string } {
  if (vendor === 'built-in') return { name: builtIn[id]?.name ?? id, detail: builtIn[id]?.does ?? builtInBadge }
  return vendor === null ? { name: id, detail: '' } : { name: familyNames[vendor], detail: id }
}

/** The same on one line: `Claude claude-haiku-4-5`, `Composer, built-in, no AI`. */
export function modelLine(id: string, vendor: ModelVendor | null): string {
  const { name, detail } = modelWords(id, vendor)
  if (vendor === 'built-in') return `${name}, ${builtInBadge.toLowerCase().replace('ai', 'AI')}`
  return detail ? `${name} ${detail}` : name
}
