import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import type { OptionalServices } from '../services-rules.ts'
import { onConsentChange, storedConsent } from './consent-store.ts'

const settingsRequestedEvent = 'cookie-settings'

const loadPanel = () => import('./consent-panel.tsx').then(({ ConsentPanel }) => ConsentPanel)

/**
 * Asks for consent if none is stored, opens the settings on request, and starts services that the visitor consented to.
 * All this happens after hydration, because the server's HTML has to be the same for everybody.
 */
export function ConsentGate({ services }: { services?: OptionalServices }) {
  const router = useRouter()
  const [shownPanel, setShownPanel] = useState<'first' | 'settings'>()
  useEffect(() => {
    const openSettings = () => setShownPanel('settings')
    window.addEventListener(settingsRequestedEvent, openSettings)
    if (!storedConsent()) setShownPanel('first')
    // The panel closes after a choice, even if it was made in another tab.
    const unsubscribe = onConsentChange(() => storedConsent() && setShownPanel(undefined))
    return () => {
      window.removeEventListener(settingsRequestedEvent, openSettings)
      unsubscribe()
    }
  }, [])
  useEffect(() => services && startServices(services, router), [services, router])
  if (!shownPanel) return null
  const withoutPlaceholders = shownPanel === 'first' ? { placeholder: null, failure: null } : undefined
  return (
    <Deferred
      key={shownPanel}
      load={loadPanel}
      props={{ services, openedByVisitor: shownPanel === 'settings', onClose: () => setShownPanel(undefined) }}
      {...withoutPlaceholders}
    />
  )
}

/** Shows the footer's button that opens the settings. Like the choice itself, the button needs JavaScript. */
export function CookieSettingsButton({ className = '' }: { className?: string }) {
  return (
    <button
      type="button"
      className={`js-only ${className}`}
      onClick={() => dispatchEvent(new Event(settingsRequestedEvent))}
    >
      {t('Cookie settings')}
    </button>
  )
}

/**
 * Loads the code of optional services as soon as the visitor consents to analytics or personalization. Returns a
 * function that stops watching for consent.
 */
function startServices(services: OptionalServices, router: AnyRouter): () => void {
  let hasStarted = false
  const startIfConsented = () => {
    const options = storedConsent()?.options
    if (hasStarted || !(options?.analytics_storage || options?.personalization_storage)) return
    hasStarted = true
    import('./optional-services.ts').then(
      ({ startOptionalServices }) =>
        startOptionalServices(services, (listener) => router.subscribe('onRendered', listener)),
      // A failure isn't shown, because the next choice or the next visit tries again.
      () => {
        hasStarted = false
      },
    )
  }
  startIfConsented()
  return onConsentChange(startIfConsented)
}
