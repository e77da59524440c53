import { t } from '#lib/texts.ts'
import { checkerId, composerId, familyNames, type ModelVendor } from './rules.ts'

/** The badge of the built-in engines, so that nobody mistakes them for language models. */
export const builtInBadge = () => t('Built-in, no AI')

/** The names of the built-in engines, and what they do. */
const builtIn: Record<string, { name: string; description: string }> = {
  [composerId]: {
    name: 'Composer',
    get description() {
      return t('Rewrites your prompt by rules')
    },
  },
  [checkerId]: {
    name: 'Checker',
    get description() {
      return t('Reviews your prompt by rules')
    },
  },
}

/**
 * Returns a model's label: the family as `name` and the id as `detail`, or only the id if the vendor is unknown. For a
 * built-in engine, these are its name and its description.
 */
export function modelLabel(id: string, vendor: ModelVendor | null): { name: string; detail: string } {
  if (vendor === 'built-in')
    return { name: builtIn[id]?.name ?? id, detail: builtIn[id]?.description ?? builtInBadge() }
  return vendor === null ? { name: id, detail: '' } : { name: familyNames[vendor], detail: id }
}

/** Returns the label as one line, such as `Claude claude-haiku-4-5` or `Composer, no AI`. */
export function modelLine(id: string, vendor: ModelVendor | null): string {
  const { name, detail } = modelLabel(id, vendor)
  if (vendor === 'built-in') return t('{name}, no AI', { name })
  return detail ? `${name} ${detail}` : name
}
