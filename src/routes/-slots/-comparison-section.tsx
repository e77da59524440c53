import { loadComparisonPage } from '#features/comparison/web/load-comparison-page.ts'
import { lateSection } from '#ui/lists/late-section.tsx'
// Imported here and not in the route file, because styles that a route file imports become part of every page.
import '#features/models/web/run-parts.css'
import '#features/comparison/web/comparison.css'
import '#ui/formatted-text.css'

/** The page of a comparison. The server includes its styles in the document. */
export const ComparisonSection = lateSection(loadComparisonPage)
