/** Imports the page of a comparison on demand, because no other page needs this code. */
export const loadComparisonPage = () => import('./comparison-page.tsx').then(({ ComparisonPage }) => ComparisonPage)
