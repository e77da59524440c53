import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { nothingOptional, switchesOf } from '../choice-rules.ts'
import type { OptionalServices } from '../services-rules.ts'
import { hasPrivacySignal, revokeConsent, saveChoice, setAnalyticsConsent } from './consent-choice.ts'
import { storedConsent } from './consent-store.ts'
import { ConsentSwitches } from './consent-switches.tsx'
import './consent-panel.css'

/**
 * Shows the consent banner, which is also the settings panel. The panel isn't modal. It receives focus only if the
 * visitor opened it (`openedByVisitor`). Otherwise, it shows at first only a short text above three buttons, which look
 * alike because none may be favored.
 */
export function ConsentPanel({
  services,
  openedByVisitor,
  onClose,
}: {
  services?: OptionalServices
  openedByVisitor: boolean
  onClose: () => void
}) {
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const [stored, setStored] = useState(storedConsent)
  const [switches, setSwitches] = useState(stored ? switchesOf(stored.options) : nothingOptional)
  const [isRevoked, setRevoked] = useState(false)
  // The switches are hidden until the visitor selects “Settings”.
  const [isCollapsed, setCollapsed] = useState(!openedByVisitor)
  const isTyping = useTypingOnPhone(panel)
  useFocusOnOpen(openedByVisitor, panel)

  const revoke = () => {
    revokeConsent()
    setStored(null)
    setSwitches(nothingOptional)
    setRevoked(true)
    panel.current?.focus()
  }
  // Closing keeps an earlier choice. If there is none, closing means declining: despite its name, `setAnalyticsConsent`
  // grants or denies everything optional.
  const close = () => (stored ? onClose() : setAnalyticsConsent(false))
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="consent"
      data-collapsed={isCollapsed || undefined}
      data-typing={isTyping || undefined}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <h2 id={titleId}>{t('Cookie settings')}</h2>
      <button type="button" className="btn-square" aria-label={t('Close')} onClick={close}>
        <Icon name="x" />
      </button>
      <ConsentText services={services} isShort={isCollapsed}>
        {isCollapsed && (
          <button
            type="button"
            className="link -mb-2 ms-3 pb-2"
            onClick={() => {
              setCollapsed(false)
              panel.current?.focus()
            }}
          >
            {t('Settings')}
          </button>
        )}
      </ConsentText>
      {!isCollapsed && (
        <>
          <ConsentSwitches switches={switches} advertisingLocked={hasPrivacySignal()} onChange={setSwitches} />
          <p>{t('Accept Necessary saves these switches. Decline turns them all off.')}</p>
        </>
      )}
      <div className="consent-buttons">
        <button type="button" className="btn" onClick={() => setAnalyticsConsent(true)}>
          {t('Accept All')}
        </button>
        <button type="button" className="btn" onClick={() => saveChoice(switches)}>
          {t('Accept Necessary')}
        </button>
        <button type="button" className="btn" onClick={() => setAnalyticsConsent(false)}>
          {t('Decline')}
        </button>
      </div>
      {stored && (
        <button type="button" className="btn btn-bare mt-2 w-full" onClick={revoke}>
          {t('Revoke consent')}
        </button>
      )}
      <p role="status" className="text-ink-2 text-small">
        {isRevoked && (
          <span className="mt-2 block">{t('Your consent is revoked, and tracking cookies are deleted.')}</span>
        )}
      </p>
    </section>
  )
}

/**
 * Returns whether the visitor is typing on a phone, which hides the panel: true from the first focus in a text field
 * until the next page. If the panel returned as soon as the field lost focus, it could cover a button that the visitor
 * is about to press.
 */
function useTypingOnPhone(panel: { current: HTMLElement | null }): boolean {
  const page = useLocation({ select: ({ pathname }) => pathname })
  const [typedPage, setTypedPage] = useState<string | null>(null)
  useEffect(() => {
    const handleFocus = () => {
      const field = document.activeElement
      if (field?.matches(':read-write') && !panel.current?.contains(field) && matchMedia('(width < 48rem)').matches)
        setTypedPage(page)
    }
    handleFocus()
    document.addEventListener('focusin', handleFocus)
    return () => {
      document.removeEventListener('focusin', handleFocus)
      setTypedPage(null)
    }
  }, [page, panel])
  return typedPage === page
}

/** Focuses the panel if the visitor opened it, and restores the focus when it closes. */
function useFocusOnOpen(openedByVisitor: boolean, panel: { current: HTMLElement | null }) {
  useEffect(() => {
    if (!openedByVisitor) return
    const previousFocus = document.activeElement as HTMLElement | null
    panel.current?.focus()
    return () => {
      if (document.activeElement === document.body) previousFocus?.focus()
    }
  }, [openedByVisitor, panel])
}

/**
 * Shows the banner's text, which depends on the services that this site uses. `isShort` omits the sentences about each
 * service and the privacy signal. `children` is shown after the link.
 */
function ConsentText({
  services,
  isShort,
  children,
}: {
  services?: OptionalServices
  isShort: boolean
  children: ReactNode
}) {
  return (
    <p>
      {!isShort && (
        <>
          {services?.analytics &&
            `${t('With your consent to analytics, Google Analytics counts which pages are read.')} `}
          {services?.reviews && `${t('With your consent to personalization, reviews are loaded from Trustpilot.')} `}
          {hasPrivacySignal() && `${t('Your browser’s privacy signal is respected: advertising stays off.')} `}
        </>
      )}
      {services ? t('Nothing optional loads until you agree.') : t('No optional cookies yet.')}{' '}
      <Link to="/cookies" className="link">
        {t('What is stored')}
      </Link>{' '}
      {children}
    </p>
  )
}
