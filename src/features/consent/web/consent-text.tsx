import { Link } from '@tanstack/react-router'
import type { OptionalServices } from '../services-rules.ts'

/** What the visitor is asked, true to what this site is set up to do. */
export function ConsentText({ services, privacySignal }: { services?: OptionalServices; privacySignal: boolean }) {
  return (
    <p className="text-ink-2 text-small">
      {services?.analytics && 'With your consent to analytics, Google Analytics counts which pages are read. '}
      {services?.reviews && 'With your consent to personalization, reviews are loaded from Trustpilot. '}
      {services ? 'Nothing of this is loaded before you agree. ' : 'This site sets no optional cookies now. '}
      {!services && 'What you choose holds if it ever does. '}
      {privacySignal && 'Your browser’s privacy signal is respected: advertising stays off. '}
      <Link to="/cookies" className="link">
        What is kept
      </Link>
    </p>
  )
}
