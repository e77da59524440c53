import type { AiVendor } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'

/**
 * The mark of a family of models, beside its name. Marks are drawn for a light ground, so their tile is light in both
 * themes.
 */
export function VendorMark({ vendor }: { vendor: AiVendor }) {
  return (
    <span
      className="inline-grid size-6 shrink-0 place-items-center rounded-1 border border-hair bg-[oklch(0.992_0.002_106)] align-middle"
      aria-hidden="true"
    >
      <img src={`/marks/${vendorFacts[vendor].mark}.svg`} alt="" width="16" height="16" decoding="async" />
    </span>
  )
}
