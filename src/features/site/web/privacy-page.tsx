import { Link } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { InfoHeading, InfoPage } from './info-page.tsx'

const contents = [
  msg('What you write into a prompt'),
  msg('If you generate or compare'),
  msg('What is counted'),
  msg('What is logged'),
  msg('If you have an account'),
  msg('If you write to us'),
  msg('What is stored in your browser'),
  msg('Who else learns about your visit'),
  msg('Your rights'),
]

/**
 * Explains what this software stores about visitors and members. Operators can use it as a template, because it matches
 * the code.
 */
export function PrivacyPage({ siteName, services }: { siteName: string; services?: OptionalServices }) {
  return (
    <InfoPage
      title={t('Privacy')}
      contents={contents.map((text) => translate(text))}
      lead={t('What {siteName} knows about you: almost nothing while you read, and what you tell it when you join.', {
        siteName,
      })}
    >
      <InfoHeading>{t('What you write into a prompt')}</InfoHeading>
      <p>
        {t(
          'It stays in your browser. You fill in blanks there, and nothing is sent to this site unless you start a comparison or save values under a name. Only you can see saved values, and they are stored until you delete them or your account. A link with your values contains them: anyone who has the link can read them, but this site can’t. Without JavaScript, this site fills in the blanks and keeps nothing.',
        )}
      </p>
      <InfoHeading>{t('If you generate or compare')}</InfoHeading>
      <p>
        {t(
          'Your idea, or your text with its blanks filled in, is sent to this site, and from here to the maker of each model that you choose. What you sent and the answers are stored with your account until you delete them. A comparison that you share can be read by everyone who has its link, and one that you publish by everyone. Your own key for a model stays in your browser: it is sent with each run, to reach the model, and isn’t stored here. If you vote in blind rounds, your votes and your results in attention checks are stored with your account.',
        )}
      </p>
      <InfoHeading>{t('What is counted')}</InfoHeading>
      <p>
        {t(
          'When you copy a prompt, the copy is counted once in 24 hours. To recognize repeated copies, the server stores a checksum of your network address, your browser’s name and a random number that changes each day. The checksum and the number are deleted after two days. The address itself is not stored. If you are signed in, the checksum is made from your account’s id instead.',
        )}
      </p>
      <p>
        {t(
          'When you read a prompt, this site counts it for that prompt, that day and where you came from: search, lists, feeds, AI apps, cards on other sites or elsewhere. Your browser sends only which of these it was, not the address. To count you only once, the server keeps a similar checksum in memory until the end of the day; it stores only the count. The author sees counts of five or more.',
        )}
      </p>
      <InfoHeading>{t('What is logged')}</InfoHeading>
      <p>
        {t(
          'The server’s log records which pages of this site were requested, how long each response took and a shortened network address. For requests by members it also records the account’s id. It records no browser name. It records search words only when a search fails, and then without who searched. A proxy or host in front of the server may keep its own log.',
        )}
      </p>
      <p>
        {t(
          'To stop attacks, the server counts attempts to sign in or write per network for a short time. For this, it stores only a checksum of the network. Important actions, such as deleting an account, are recorded with a shortened network address and deleted after a year.',
        )}
      </p>
      <InfoHeading>{t('If you have an account')}</InfoHeading>
      <p>
        {t(
          'Your username and what you publish under it are public. Your email address is not: it is used to sign you in and to send you emails that you ask for, or that concern your account and what you wrote here. Your password is stored as a hash from which it can’t be recovered. For each sign-in, your settings show the browser and a shortened network address, and let you end that session. The members of a group, and the admins, see who is in it and in which role. In your settings you can also download all your data, and delete your account with your name and address.',
        )}
      </p>
      <p>
        {t(
          'If you turn on two-step sign-in, its secret is stored encrypted and its recovery codes as hashes. For a passkey, only the public key is stored. If you connect an account at another site, its id and your name there are stored, and that site learns when you use it to sign in. If you connect an AI app, its maker gets what you allow, such as your drafts, until you remove the app in your settings. What the app says about itself and the day of its last use are stored.',
        )}
      </p>
      <InfoHeading>{t('If you write to us')}</InfoHeading>
      <p>
        {rich(
          'What you write on the <link>contact page</link> is stored for a year, and the site’s admins can read it.',
          { link: (text) => <Link to="/contact">{text}</Link> },
        )}{' '}
        {!siteFacts().sendsNoEmail && `${t('It is also sent to the operator by email.')} `}
        {t('If you delete your account, your messages are deleted too.')}
      </p>
      <InfoHeading>{t('What is stored in your browser')}</InfoHeading>
      <p>
        {rich('A few things, all listed under <link>Cookies</link>.', {
          link: (text) => <Link to="/cookies">{text}</Link>,
        })}
      </p>
      <InfoHeading>{t('Who else learns about your visit')}</InfoHeading>
      <p>
        {thirdParties(services)}{' '}
        {t(
          'When you generate or compare, the makers of the models that you choose get your text from this site, without your name or address. So does OpenRouter, if a model’s id names its maker first, as in openai/… When you use “Run in”, the chat that you chose gets the filled text from your browser. We ask your browser not to tell it which site you came from.',
        )}
      </p>
      <InfoHeading>{t('Your rights')}</InfoHeading>
      <p>
        {rich(
          'You may ask the operator what is stored about you, and have it corrected or deleted. The <link>contact page</link> says how to reach them.',
          { link: (text) => <Link to="/contact">{text}</Link> },
        )}
      </p>
    </InfoPage>
  )
}

/** Says which other companies learn about a visit. */
function thirdParties(services: OptionalServices | undefined): string {
  const { captchaBy, paymentsBy } = siteFacts()
  const sentences = [
    services && t('{serviceNames}, and only after you agree.', { serviceNames: serviceNames(services) }),
    captchaBy && t('{captchaBy}, on pages with a form that checks that you aren’t a robot.', { captchaBy }),
    paymentsBy && t('{paymentsBy}, on the page where you pay.', { paymentsBy }),
  ].filter(Boolean)
  if (sentences.length === 0) return t('Nobody. Fonts, scripts and images come from this site alone.')
  return `${sentences.join(' ')} ${t('Everything else comes from this site alone.')}`
}

function serviceNames({ analytics, reviews }: OptionalServices): string {
  if (analytics && reviews) return t('Google Analytics and Trustpilot')
  return analytics ? t('Google Analytics') : 'Trustpilot'
}
