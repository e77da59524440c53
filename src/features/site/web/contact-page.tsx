import { Link } from '@tanstack/react-router'
import { PageHead } from '#ui/page-head.tsx'
import { ContactForm } from './contact-form.tsx'

/** Says how to reach the operator of the site, at their address `contact` or by a form. */
export function ContactPage({ siteName, contact }: { siteName: string; contact: string | null }) {
  return (
    <div className="wrap">
      <PageHead title="Contact">Write to the people who run this site.</PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 lg:grid-cols-2">
        <div className="prose">
          <h2>This site and its content</h2>
          <p>
            The operator of {siteName} decides what stays on it. Write to them about a prompt that should not be here,
            about your data, or about something on this site that doesn’t work.
          </p>
          {contact && (
            <p>
              Write to{' '}
              <a href={contact} rel="nofollow">
                {contact.replace(/^mailto:|^https?:\/\//, '')}
              </a>
              , or use this form:
            </p>
          )}
          <ContactForm />
        </div>
        <div className="prose">
          <h2>Questions</h2>
          <p>
            <Link to="/help">Help</Link> answers the most frequent questions.
          </p>
        </div>
      </div>
    </div>
  )
}
