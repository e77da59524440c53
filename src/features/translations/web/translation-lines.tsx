import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { readersLanguage } from '#client/readers-language.ts'
import type { Prompt, Translation } from '#features/catalogue/contract.ts'
import { forkError } from '#features/writing/web/may-edit.ts'
import { findPreferred } from '#lib/preferred-language.ts'
import { t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'

type Props = { prompt: Prompt }

/** The trusted version of a prompt in the language of the page, unless the prompt itself is in it. */
function readersVersion({ language, translations }: Prompt): Translation | undefined {
  const preferred = readersLanguage()
  if (preferred === undefined || language === preferred || translations.length === 0) return undefined
  const trusted = translations.filter((one) => one.isTrusted)
  const tag = findPreferred([preferred], [language, ...trusted.map((one) => one.language)])
  return trusted.find((one) => one.language === tag)
}

/** Leads readers from a prompt to its version in their language. */
export function ReadersVersion({ prompt }: Props) {
  const version = readersVersion(prompt)
  return (
    version && (
      <p className="mb-3 border-accent-line border-s-4 ps-3">
        {rich('This prompt has a version in your language: {link}', {
          link: <VersionLink version={version} text={version.title} />,
        })}
      </p>
    )
  )
}

/** Links to a prompt's other versions. If none is in the reader's language, invites to translate it. */
export function OtherVersions({ prompt }: Props) {
  const version = readersVersion(prompt)
  const others = prompt.translations.filter((one) => one !== version)
  return (
    <>
      {others.length > 0 && (
        <p className="text-ink-2">
          {rich('Also in {languages}', {
            languages: others.map((one, index) => (
              <Fragment key={one.id}>
                {index > 0 && t(', ')}
                <VersionLink version={one} text={one.languageName} />
              </Fragment>
            )),
          })}
        </p>
      )}
      {!version && isUntranslated(prompt) && (
        <p className="text-ink-2">
          {rich('There’s no version in your language yet. <link>Translate it</link>', {
            link: (text) => (
              <Link to="/create-prompt" search={{ translate: prompt.slug }} className="link" rel="nofollow">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  )
}

/** Whether a published prompt, whose license allows it, has no version in the language of the page. */
function isUntranslated(prompt: Prompt): boolean {
  const preferred = readersLanguage()
  if (preferred === undefined || prompt.language === preferred || prompt.status !== 'published') return false
  const languages = [prompt.language, ...prompt.translations.map((one) => one.language)]
  return findPreferred([preferred], languages) === null && forkError(null, prompt) === null
}

function VersionLink({ version: { slug, title, language, isTrusted }, text }: { version: Translation; text: string }) {
  return (
    <Link
      to="/prompt/$slug"
      params={{ slug }}
      className="link"
      hrefLang={language}
      rel={isTrusted ? undefined : 'ugc nofollow'}
      lang={language}
      dir="auto"
      title={text === title ? undefined : title}
    >
      {text}
    </Link>
  )
}
