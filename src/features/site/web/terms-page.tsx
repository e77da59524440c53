import { Link } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { rich } from '#ui/rich.ts'
import { InfoPage } from './info-page.tsx'

/** When the text below last changed. */
const changedAt = '2026-11-26T00:00:00Z'

/** The terms of use. They are a template, and operators have to check them against their local law. */
export function TermsPage({ siteName }: { siteName: string }) {
  return (
    <InfoPage
      title={t('Terms')}
      lead={t('The terms for using {siteName}. Short, because we ask little of you.', { siteName })}
    >
      <h2>{t('What this is')}</h2>
      <p>
        {t(
          '{siteName} is a catalogue of prompts for AI models. Reading, filling in, copying and searching are free, and you don’t need an account.',
          { siteName },
        )}
      </p>
      <h2>{t('Your account')}</h2>
      <p>
        {t(
          'With an account you can publish your own prompts. Keep your password to yourself, and don’t share your account. You can delete it at any time in your settings, and choose whether your prompts stay without your name or are deleted too.',
        )}
      </p>
      <h2>{t('What you publish')}</h2>
      <p>
        {t(
          'Publish only what you have the right to publish, and choose the license under which others may use it. We may remove content that breaks the law or these terms, and ban people who keep publishing it.',
        )}
      </p>
      <h2>{t('The prompts')}</h2>
      <p>
        {t(
          'A prompt belongs to its author. The license beside it says what you may do with it. If it says “All rights reserved”, ask the author before you pass the text on.',
        )}
      </p>
      <h2>{t('What models answer')}</h2>
      <p>
        {t(
          'Prompts come without warranty. Nobody here checks what a model answers, and it may be wrong. Check it before you rely on it, above all in matters of health, money or law.',
        )}
      </p>
      <h2>{t('Other sites')}</h2>
      <p>{t('“Run in” and other links open other companies’ sites, which have their own terms.')}</p>
      <h2>{t('Fair use')}</h2>
      <p>
        {rich(
          'Programs are welcome to use the {link}. Don’t send so many requests that others have to wait, and don’t attack the site. We may block those who do.',
          { link: <Link to="/api/docs">API</Link> },
        )}
      </p>
      <h2>{t('No warranty')}</h2>
      <p>
        {t(
          'The site may change, be unavailable for a while, or close. As far as the law allows, its operator is not liable for damage from using it.',
        )}
      </p>
      <h2>{t('Questions')}</h2>
      <p>
        {rich('The <link>contact page</link> says how to reach the operator.', {
          link: (text) => <Link to="/contact">{text}</Link>,
        })}
      </p>
      <p className="text-ink-2 text-small">{t('Last changed on {date}.', { date: usDate(changedAt) })}</p>
    </InfoPage>
  )
}
