import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Deferred } from '#ui/deferred.tsx'
import type { OptionalServices } from '../services-rules.ts'
import { onConsentChange, storedConsent } from './consent-store.ts'

const settingsWanted = 'cookie-settings'

const loadPanel = () => import('./consent-panel.tsx').then(({ ConsentPanel }) => ConsentPanel)

/**
 * Asks for consent where none is stored, opens the settings when they are wanted, and starts what was consented to.
 * All after hydration: the page itself is the same for everybody, and this part of it weighs nothing until then.
 */
export function ConsentGate({ services }: { services?: OptionalServices }) {
  const router = useRouter()
  const [asking, setAsking] = useState<'first' | 'settings'>()
  useEffect(() => {
    const open = () => setAsking('settings')
    window.addEventListener(settingsWanted, open)
    if (!storedConsent()) setAsking('first')
    // Once something is chosen, here or in another tab, nothing is left to ask.
    const end = onConsentChange(() => storedConsent() && setAsking(undefined))
    return () => {
      window.removeEventListener(settingsWanted, open)
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
      props={{ services, wanted: asking === 'settings', onClose: () => setAsking(undefined) }}
      {...quiet}
    />
  )
}

/** Opens the settings: the button stands in the footer for ever. Needs JavaScript, as the choice does. */
export function CookieSettingsButton({ className = '' }: { className?: string }) {
  return (
    <button type="button" className={`js-only ${className}`} onClick={() => dispatchEvent(new Event(settingsWanted))}>
      Cookie settings
    </button>
  )
}

/** Loads the code of optional services once something is consented to, and never before. */
function startServices(services: OptionalServices, router: AnyRouter): () => void {
  let started = false
  const look = () => {
    const options = storedConsent()?.options
    if (started || !(options?.analytics_storage || options?.personalization_storage)) return
    started = true
    import('./optional-services.ts').then(
      ({ startOptionalServices }) =>
        startOptionalServices(services, (listener) => router.subscribe('onRendered', listener)),
      // Nobody waits for it: the next choice, or the next visit, tries again.
      () => {
        started = false
      },
    )
  }
  look()
  return onConsentChange(look)
}
