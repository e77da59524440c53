import { Link } from '@tanstack/react-router'
import { ContactForm } from './contact-form.tsx'
import { InfoPage } from './info-page.tsx'

/** How to reach whoever can help: who runs this site, or who makes the software. `contact` is the operator's address. */
export function ContactPage({ siteName, contact }: { siteName: string; contact: string | null }) {
  return (
    <InfoPage title="Contact" lead="Who can help, depending on what it is about.">
      <h2>This site and what is on it</h2>
      <p>
        {siteName} is run by its operator, who decides what stays here. Write to them about a prompt that should not be
        here, about your data, or about something on this site that doesn’t work.
      </p>
      {contact && (
        <p>
          They are reached at{' '}
          <a href={contact} rel="nofollow">
            {contact.replace(/^mailto:|^https?:\/\//, '')}
          </a>
          , or here:
        </p>
      )}
      <ContactForm />
      <h2>The software</h2>
      <p>
        This site runs Promptarium, which is open source. Its faults are best reported in its repository, with what you
        did, what you saw and what you expected.
      </p>
      <h2>A question</h2>
      <p>
        It may have its answer under <Link to="/help">Help</Link>.
      </p>
    </InfoPage>
  )
}
