import type { Model } from '#features/models/contract.ts'
import { familyNames } from '#features/models/rules.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** A line that names the families that can't answer, with an alternative. Renders nothing if all can answer. */
export function UnavailableModels({ models, instead }: { models: readonly Model[]; instead: string }) {
  const answering = new Set(models.flatMap(({ vendor, available }) => (available ? [vendor] : [])))
  const families = new Set(
    models.flatMap(({ vendor }) => (answering.has(vendor) || vendor === 'built-in' ? [] : [familyNames[vendor]])),
  )
  if (families.size === 0) return null
  return (
    <p className="mt-2 text-ink-2 text-small">
      {list.format(families)} can’t answer here now. {instead}
    </p>
  )
}
