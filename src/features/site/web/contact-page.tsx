import { Link } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { rich } from '#ui/rich.ts'
import { ContactForm } from './contact-form.tsx'

/** Says how to reach the operator of the site, at their address `contact` or by a form. */
export function ContactPage({ siteName, contact }: { siteName: string; contact: string | null }) {
  return (
    <div className="wrap">
      <PageHead title={t('Contact')}>{t('Write to the people who run this site.')}</PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 lg:grid-cols-2">
        <div className="prose">
          <h2>{t('This site and its content')}</h2>
          <p>
            {t(
              'The operator of {siteName} decides what stays on it. Write to them about a prompt that should not be here, about your data, or about something on this site that doesn’t work.',
              { siteName },
            )}
          </p>
          {contact && (
            <p>
              {rich('Write to {link}, or use this form:', {
                link: (
                  <a href={contact} rel="nofollow">
                    {contact.replace(/^mailto:|^https?:\/\//, '')}
                  </a>
                ),
              })}
            </p>
          )}
          <ContactForm />
        </div>
        <div className="prose">
          <h2>{t('Questions')}</h2>
          <p>
            {rich('<link>Help</link> answers the most frequent questions.', {
              link: (text) => <Link to="/help">{text}</Link>,
            })}
          </p>
        </div>
      </div>
    </div>
  )
}
