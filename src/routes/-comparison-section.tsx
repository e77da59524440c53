import { loadComparisonPage } from '#features/comparison/web/load-comparison-page.ts'
import { lateSection } from '#ui/late-section.tsx'
// The styles are imported here and not in the route, because what a route itself imports is part of every page.
import '#features/models/web/run-parts.css'
import '#features/comparison/web/comparison.css'

/** The page of a comparison, with its styles in the document. */
export const ComparisonSection = lateSection(loadComparisonPage)
