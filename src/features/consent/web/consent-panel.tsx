import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { nothingOptional, togglesOf } from '../choice-rules.ts'
import type { OptionalServices } from '../services-rules.ts'
import { hasPrivacySignal, revokeConsent, saveChoice, setAnalyticsConsent } from './consent-choice.ts'
import { storedConsent } from './consent-store.ts'
import { ConsentSwitches } from './consent-switches.tsx'
import { ConsentText } from './consent-text.tsx'

/**
 * The banner, and the settings that the footer opens: the same panel, beside the page and never in its way. It takes the
 * focus only when it was asked for (`wanted`). Its three answers look alike: none is made easier than another.
 */
export function ConsentPanel({
  services,
  wanted,
  onClose,
}: {
  services?: OptionalServices
  wanted: boolean
  onClose: () => void
}) {
  const panel = useRef<HTMLElement>(null)
  const title = useId()
  const [kept, setKept] = useState(storedConsent)
  const [toggles, setToggles] = useState(kept ? togglesOf(kept.options) : nothingOptional)
  const [revoked, setRevoked] = useState(false)
  useFocusWhile(wanted, panel)

  const revoke = () => {
    revokeConsent()
    setKept(null)
    setToggles(nothingOptional)
    setRevoked(true)
    panel.current?.focus()
  }
  // Who has chosen before and only looks keeps the choice; else closing says no.
  const close = () => (kept ? onClose() : setAnalyticsConsent(false))
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={title}
      className="consent"
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={title} className="pt-1.5 text-card">
          Cookie settings
        </h2>
        <button type="button" className="btn-square -mr-2" aria-label="Close" onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      <ConsentText services={services} privacySignal={hasPrivacySignal()} />
      <ConsentSwitches toggles={toggles} advertisingClosed={hasPrivacySignal()} onChange={setToggles} />
      <div className="grid grid-cols-3 gap-2">
        <button type="button" className="btn" onClick={() => setAnalyticsConsent(true)}>
          Accept All
        </button>
        <button type="button" className="btn" onClick={() => saveChoice(toggles)}>
          Accept Necessary
        </button>
        <button type="button" className="btn" onClick={() => setAnalyticsConsent(false)}>
          Decline
        </button>
      </div>
      {kept && (
        <button type="button" className="btn btn-bare mt-2 w-full" onClick={revoke}>
          Revoke consent
        </button>
      )}
      <p role="status" className="text-ink-2 text-small">
        {revoked && <span className="mt-2 block">Your consent is revoked, and tracking cookies are deleted.</span>}
      </p>
    </section>
  )
}

/** Takes the focus when the panel was asked for, and gives it back where it came from. */
function useFocusWhile(wanted: boolean, panel: { current: HTMLElement | null }) {
  useEffect(() => {
    if (!wanted) return
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [wanted, panel])
}
