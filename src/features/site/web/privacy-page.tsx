import { Link } from '@tanstack/react-router'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import { InfoPage } from './info-page.tsx'

/** What this software knows of a visitor and of a member. A template for the operator, true to the code as it stands. */
export function PrivacyPage({ siteName, services }: { siteName: string; services?: OptionalServices }) {
  return (
    <InfoPage
      title="Privacy"
      lead={`What ${siteName} knows of you: close to nothing while you read, and what you tell it when you join.`}
    >
      <h2>What you write into a prompt</h2>
      <p>Stays in your browser. Blanks are filled in there and are not sent to this site.</p>
      <h2>What is counted</h2>
      <p>
        When you copy a prompt, the copy is counted once in 24 hours. To know that you were counted, the server keeps a
        checksum made of your network address, your browser’s name and a random number that changes each day. Checksum
        and number are deleted after two days. The address itself is not stored.
      </p>
      <p>
        When you read a prompt, a number for that prompt and day goes up by one. So that you count once, the server
        remembers such a checksum in its memory until the day is over; it writes down the number alone.
      </p>
      <h2>What is logged</h2>
      <p>
        The server’s log records which pages of this site were requested, how long each response took and a shortened
        network address. For requests that a member makes it also records the account’s id. It records no browser name,
        and search words only when a search fails: then the words, but not who searched. A proxy or host in front of the
        server may keep a log of its own.
      </p>
      <p>
        Against attacks, tries to sign in or to write are counted for each network for a short while, under a checksum.
        Acts that matter, such as deleting an account, are noted with a shortened network address and forgotten after a
        year.
      </p>
      <h2>If you have an account</h2>
      <p>
        Your username and what you publish under it are public. Your e-mail address is not: it is used to sign you in
        and to send you letters that you ask for, and that tell you what became of your account and of what you wrote
        here. Your password is kept as a checksum that can’t be turned back. For each sign-in your settings show the
        browser and a shortened network address, so that you can end it. In your settings you can also download all of
        it, and delete your account with your name and address.
      </p>
      <p>
        If you set up a second factor, its secret is kept encrypted and its recovery codes as checksums. Of a passkey
        only the public half is here. Where you connect an account at another site, its number and your name there are
        kept, and that site learns when you sign in by it.
      </p>
      <h2>If you write to us</h2>
      <p>
        What you write on the <Link to="/contact">contact page</Link> is kept for a year and sent to the operator by
        mail. It goes with your account if you delete that.
      </p>
      <h2>What is in your browser</h2>
      <p>
        Few things, listed one by one under <Link to="/cookies">Cookies</Link>.
      </p>
      <h2>Who else learns of your visit</h2>
      <p>
        {services
          ? `${others(services)}, and only after you agreed. Everything else comes from this site alone.`
          : 'Nobody. Fonts, scripts and images come from this site alone.'}{' '}
        When you follow “Run in”, the chat that you chose gets the filled text from your browser and knows which site
        you came from only if your browser tells it: we ask it not to.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask the operator what is stored about you, and have it put right or deleted. The{' '}
        <Link to="/contact">contact page</Link> says how to reach them.
      </p>
    </InfoPage>
  )
}

function others({ analytics, reviews }: OptionalServices): string {
  return [analytics && 'Google Analytics', reviews && 'Trustpilot'].filter(Boolean).join(' and ')
}
