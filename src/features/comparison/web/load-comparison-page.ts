/** Imports the comparison page on demand, because no other page needs its code. */
export const loadComparisonPage = () => import('./comparison-page.tsx').then(({ ComparisonPage }) => ComparisonPage)
