/** Imports the page of a comparison, because no other page needs its code. */
export const loadComparisonPage = () => import('./comparison-page.tsx').then(({ ComparisonPage }) => ComparisonPage)
