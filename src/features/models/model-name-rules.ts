import { checkerId, composerId, familyNames, type ModelVendor } from './rules.ts'

/** The badge of built-in engines, which could otherwise be mistaken for language models. */
export const builtInBadge = 'Built-in, no AI'

const builtIn: Record<string, { name: string; description: string }> = {
  [composerId]: { name: 'Composer', description: 'Rewrites your prompt by rules' },
  [checkerId]: { name: 'Checker', description: 'Reviews your prompt by rules' },
}

/** The label of a model: `name` is its family (its id if the vendor is unknown), `detail` the model of the family. */
export function modelLabel(id: string, vendor: ModelVendor | null): { name: string; detail: string } {
  if (vendor === 'built-in') return { name: builtIn[id]?.name ?? id, detail: builtIn[id]?.description ?? builtInBadge }
  return vendor === null ? { name: id, detail: '' } : { name: familyNames[vendor], detail: id }
}

/** The label on one line: `Claude claude-haiku-4-5`, `Composer, no AI`. */
export function modelLine(id: string, vendor: ModelVendor | null): string {
  const { name, detail } = modelLabel(id, vendor)
  if (vendor === 'built-in') return `${name}, no AI`
  return detail ? `${name} ${detail}` : name
}
