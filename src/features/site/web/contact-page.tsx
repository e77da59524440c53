import { Link } from '@tanstack/react-router'
import { PageHead } from '#ui/page-head.tsx'
import { ContactForm } from './contact-form.tsx'

/**
 * Says how to reach the operator of the site or the authors of the software. `contact` is the operator's address, and
 * `source` is the address of the source code.
 */
export function ContactPage({
  siteName,
  contact,
  source,
}: {
  siteName: string
  contact: string | null
  source?: string
}) {
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
          {source && (
            <>
              <h2>The software</h2>
              <p>
                This site runs Promptarium, which is open source. Report bugs in its{' '}
                <a href={source} rel="nofollow">
                  repository
                </a>
                : what you did, what you saw and what you expected.
              </p>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
