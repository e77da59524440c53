/** Imports the page of a comparison, whose code no other page needs. */
export const loadComparisonPage = () => import('./comparison-page.tsx').then(({ ComparisonPage }) => ComparisonPage)
