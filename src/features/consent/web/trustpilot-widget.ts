import type { OptionalServices } from '../services-rules.ts'

type Trustpilot = { loadFromElement(element: Element, force: boolean): void }

/** The id of Trustpilot's template that shows stars and the number of reviews in one line. */
const microReviewCountTemplate = '5419b6a8b0d04a076446a9ad'
const scriptPath = '/bootstrap/v5/tp.widget.bootstrap.min.js'

/** Loads Trustpilot's script, which then renders the widget in `container`. `key` is the id of the business. */
export function loadReviews({ key, url }: NonNullable<OptionalServices['reviews']>, container: HTMLElement): void {
  const widget = document.createElement('div')
  widget.className = 'trustpilot-widget'
  Object.assign(widget.dataset, {
    locale: 'en-US',
    templateId: microReviewCountTemplate,
    businessunitId: key,
    styleHeight: '24px',
    styleWidth: '100%',
    theme: getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light',
  })
  container.replaceChildren(widget)
  const loader = document.createElement('script')
  loader.async = true
  loader.src = `${url}${scriptPath}`
  // If the script can't be loaded (blocked or offline), the element stays empty.
  loader.onload = () => (window as { Trustpilot?: Trustpilot }).Trustpilot?.loadFromElement(widget, true)
  document.head.append(loader)
}
