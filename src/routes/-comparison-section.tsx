import { loadComparisonPage } from '#features/comparison/web/load-comparison-page.ts'
import { lateSection } from '#ui/late-section.tsx'
// Here and not in the route, whose own imports are part of every page.
import '#features/models/web/run-parts.css'
import '#features/comparison/web/comparison.css'

/** The page of a comparison, with its styles in the document. */
export const ComparisonSection = lateSection(loadComparisonPage)
