import { onTrack } from '#client/analytics-events.ts'
import { analyticsPageType } from '../page-rules.ts'
import { isEea } from '../region-rules.ts'
import type { OptionalServices } from '../services-rules.ts'
import { isAnalyticsGranted, watchAnalyticsConsent } from './analytics-consent.ts'
import { onConsentChange, storedConsent } from './consent-store.ts'
import { loadGoogleTag, sendToGoogleTag, updateGoogleTag } from './google-tag.ts'
import { reviewsAttribute } from './reviews-placeholder.tsx'
import { loadReviews } from './trustpilot-widget.ts'

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
    page_title: type === 'search_results' ? 'Search' : document.title,
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
