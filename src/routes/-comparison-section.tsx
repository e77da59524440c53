import { loadComparisonPage } from '#features/comparison/web/load-comparison-page.ts'
import { lateSection } from '#ui/late-section.tsx'
// The styles are imported here because whatever a route file imports directly becomes part of every page.
import '#features/models/web/run-parts.css'
import '#features/comparison/web/comparison.css'

/** The page of a comparison. The server includes its styles in the document. */
export const ComparisonSection = lateSection(loadComparisonPage)
