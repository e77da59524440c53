import { useRouteContext } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import type { User } from '#features/accounts/contract.ts'
import { pathInLanguage } from '#lib/language.ts'
import { languages } from '#lib/languages.ts'
import { t } from '#lib/texts.ts'
import { Select } from '#ui/forms/form-controls.tsx'
import { notify } from '#ui/notice.tsx'

/** Lets a member choose the language of the page and of emails to them. Renders nothing if the site has only one. */
export function LanguageChoice({ user }: { user: User }) {
  const { api } = useRouteContext({ from: '__root__' })
  const offered = siteFacts().languages
  if (!offered) return null
  const choose = async (tag: string) => {
    const language = offered.find((one) => one.tag === tag)
    if (!language) return
    try {
      await api('PUT /api/user/language', { body: { language: language.tag } })
      location.assign(pathInLanguage('/settings', language))
    } catch (error) {
      notify({ title: t('The language was not saved'), text: (error as Error).message, isFailure: true })
    }
  }
  return (
    <div className="mt-6 max-w-160">
      <Select
        label={t('Language')}
        name="language"
        help={t('Of this site and of our emails to you.')}
        value={user.language ?? offered[0]?.tag}
        onChange={(event) => choose(event.target.value)}
      >
        {languages
          .filter(({ tag }) => offered.some((one) => one.tag === tag))
          .map(({ tag, name }) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
      </Select>
    </div>
  )
}
