import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Deferred } from '#ui/deferred.tsx'
import type { OptionalServices } from '../services-rules.ts'
import { onConsentChange, storedConsent } from './consent-store.ts'

const settingsRequested = 'cookie-settings'

const loadPanel = () => import('./consent-panel.tsx').then(({ ConsentPanel }) => ConsentPanel)

/**
 * Asks for consent if none is stored, opens the settings on request, and starts services that were consented to. All
 * after hydration, so that the page is the same for everybody and this code loads late.
 */
export function ConsentGate({ services }: { services?: OptionalServices }) {
  const router = useRouter()
  const [asking, setAsking] = useState<'first' | 'settings'>()
  useEffect(() => {
    const open = () => setAsking('settings')
    window.addEventListener(settingsRequested, open)
    if (!storedConsent()) setAsking('first')
    // After a choice, here or in another tab, there is nothing left to ask.
    const end = onConsentChange(() => storedConsent() && setAsking(undefined))
    return () => {
      window.removeEventListener(settingsRequested, open)
      end()
    }
  }, [])
  useEffect(() => services && startServices(services, router), [services, router])
  if (!asking) return null
  const quiet = asking === 'first' ? { waiting: null, failed: null } : undefined
  return (
    <Deferred
      key={asking}
      load={loadPanel}
      props={{ services, openedByVisitor: asking === 'settings', onClose: () => setAsking(undefined) }}
      {...quiet}
    />
  )
}

/** Opens the settings. Always in the footer. Needs JavaScript, like the choice itself. */
export function CookieSettingsButton({ className = '' }: { className?: string }) {
  return (
    <button
      type="button"
      className={`js-only ${className}`}
      onClick={() => dispatchEvent(new Event(settingsRequested))}
    >
      Cookie settings
    </button>
  )
}

/** Loads the code of optional services after consent, never before. */
function startServices(services: OptionalServices, router: AnyRouter): () => void {
  let started = false
  const startIfConsented = () => {
    const options = storedConsent()?.options
    if (started || !(options?.analytics_storage || options?.personalization_storage)) return
    started = true
    import('./optional-services.ts').then(
      ({ startOptionalServices }) =>
        startOptionalServices(services, (listener) => router.subscribe('onRendered', listener)),
      // Nobody waits for this: the next choice, or the next visit, tries again.
      () => {
        started = false
      },
    )
  }
  startIfConsented()
  return onConsentChange(startIfConsented)
}
