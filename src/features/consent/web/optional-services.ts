import { onTrack } from '#client/analytics-events.ts'
import { t } from '#lib/texts.ts'
import { analyticsPageType } from '../page-rules.ts'
import { isEea } from '../region-rules.ts'
import type { OptionalServices } from '../services-rules.ts'
import { isAnalyticsGranted, watchAnalyticsConsent } from './analytics-consent.ts'
import { onConsentChange, storedConsent } from './consent-store.ts'
import { loadGoogleTag, sendToGoogleTag, updateGoogleTag } from './google-tag.ts'
import { reviewsAttribute } from './reviews-placeholder.tsx'

/** The id of Trustpilot's template that shows stars and the number of reviews in one line. */
const microReviewCountTemplate = '5419b6a8b0d04a076446a9ad'
const scriptPath = '/bootstrap/v5/tp.widget.bootstrap.min.js'

/** Calls the listener whenever a page is shown. Returns a function that stops this. */
type OnPageShown = (listener: () => void) => () => void

/**
 * Runs the services that the visitor consented to, now and after each change of the choice. Call it only once, after
 * the first consent.
 */
export function startOptionalServices({ analytics, reviews }: OptionalServices, onPageShown: OnPageShown): void {
  if (analytics) startAnalytics(analytics, onPageShown)
  if (reviews) startReviews(reviews)
}

function startAnalytics(service: NonNullable<OptionalServices['analytics']>, onPageShown: OnPageShown) {
  let isLoaded = false
  const send = (event: string, data: object) => {
    if (!isAnalyticsGranted()) return
    if (!isLoaded) load()
    sendToGoogleTag(event, { ...data, ...pageProperties() })
  }
  const load = () => {
    isLoaded = true
    loadGoogleTag(service, isEea(navigator.languages, Intl.DateTimeFormat().resolvedOptions().timeZone))
    updateGoogleTag(service.id, storedConsent()?.options)
  }
  const sendPageView = () => send('page_view', {})

  watchAnalyticsConsent()
  onConsentChange(() => {
    if (isLoaded) updateGoogleTag(service.id, storedConsent()?.options)
    else sendPageView()
  })
  onTrack(send)
  onPageShown(sendPageView)
  sendPageView()
}

/** Returns what analytics receives about the current page. Omits search terms and tokens. */
function pageProperties() {
  const type = analyticsPageType(location.pathname)
  return {
    page_type: type,
    page_location: location.origin + location.pathname,
    page_title: type === 'search_results' ? t('Search') : document.title,
  }
}

function startReviews(service: NonNullable<OptionalServices['reviews']>) {
  const update = () => {
    const container = document.querySelector<HTMLElement>(`[${reviewsAttribute}]`)
    const isGranted = storedConsent()?.options.personalization_storage === true
    if (isGranted && container?.childElementCount === 0) loadReviews(service, container)
    if (!isGranted) container?.replaceChildren()
  }
  onConsentChange(update)
  update()
}

type Trustpilot = { loadFromElement(element: Element, force: boolean): void }

/** Loads Trustpilot's script, which then renders the widget in `container`. `key` is the id of the business. */
function loadReviews({ key, url }: NonNullable<OptionalServices['reviews']>, container: HTMLElement): void {
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
