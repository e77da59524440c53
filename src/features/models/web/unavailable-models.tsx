import type { ReactNode } from 'react'
import type { Model } from '#features/models/contract.ts'
import { familyNames } from '#features/models/rules.ts'
import { formatList } from '#lib/format-list.ts'

/**
 * A line that says what a member can do about the families without an available model. `renderLine` gets their names,
 * such as “Claude and Gemini”, and returns the line. Renders nothing if every family can answer.
 */
export function UnavailableModels({
  models,
  renderLine,
}: {
  models: readonly Model[]
  renderLine: (families: string) => ReactNode
}) {
  const availableVendors = new Set(models.flatMap(({ vendor, available }) => (available ? [vendor] : [])))
  const families = new Set(
    models.flatMap(({ vendor }) =>
      availableVendors.has(vendor) || vendor === 'built-in' ? [] : [familyNames[vendor]],
    ),
  )
  if (families.size === 0) return null
  return <p className="mt-2 text-ink-2 text-small">{renderLine(formatList(families, 'and'))}</p>
}
