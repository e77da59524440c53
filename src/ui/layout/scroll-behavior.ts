/** How the page should scroll for this reader, who may prefer reduced motion. */
export function scrollBehavior(): 'instant' | 'smooth' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
