import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { handleFormFailure } from '#client/failed-form.ts'
import type { OwnProfile } from '#features/contributors/contract.ts'
import { cleanBio, linkDays, parseLinks, profileMax } from '#features/contributors/profile-rules.ts'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { ownProfileQuery, profileQuery } from './contributor-queries.ts'

const fields = ['bio', 'links'] as const
type Values = Record<(typeof fields)[number], string>

function check({ bio, links }: Values): Partial<Values> {
  const linkResult = parseLinks(links)
  return {
    ...(cleanBio(bio).length > profileMax.bio && { bio: t('Use at most {bio} characters', { bio: profileMax.bio }) }),
    ...('refusal' in linkResult && { links: linkResult.refusal }),
  }
}

/** Shows the form for a member's bio and links. */
export function ProfileForm({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery(ownProfileQuery(api))
  if (error && !data)
    return <LoadFailure title={t('Your bio could not be loaded')} error={error} onRetry={() => refetch()} />
  if (!data) return <span className="skel min-h-64 max-w-160" aria-busy="true" />
  return <Form username={username} profile={data} />
}

function Form({ username, profile: { bio, links, removedReason } }: { username: string; profile: OwnProfile }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const send = async (values: Values) => {
    try {
      const newProfile = await api('PATCH /api/user/profile', {
        body: { bio: values.bio, links: values.links.split('\n') },
      })
      queryClient.setQueryData(ownProfileQuery(api).queryKey, newProfile)
    } catch (error) {
      return handleFormFailure(error, { fields, title: t('Your page was not changed') })
    }
    // This key has no cursor, so it matches every page of the list of prompts.
    queryClient.invalidateQueries({ queryKey: profileQuery(api, username).queryKey })
    notify({ title: t('Saved'), text: t('Your page shows the change now.') })
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form" aria-label={t('Your page')}>
      <TextArea
        label={t('Bio')}
        name="bio"
        error={errors.bio}
        help={t('Plain text, up to {bio} characters. Everybody can read it. Optional.', { bio: profileMax.bio })}
        rows={4}
        dir="auto"
        maxLength={2 * profileMax.bio}
        defaultValue={bio}
      />
      <TextArea
        label={t('Links')}
        name="links"
        error={errors.links}
        help={t(
          'Up to {links} addresses such as https://example.org, one on each line. Others see them once your account is {linkDays} days old. Optional.',
          { links: profileMax.links, linkDays },
        )}
        rows={3}
        maxLength={2 * profileMax.links * profileMax.link}
        defaultValue={links.join('\n')}
      />
      <p className="text-ink-2 text-small">
        {rich('To pin up to {pins} prompts, press Pin below them on <link>your page</link>.', {
          pins: profileMax.pins,
          link: (text) => (
            <Link to="/user/$username" params={{ username }} className="link">
              {text}
            </Link>
          ),
        })}
      </p>
      {removedReason !== null && (
        <p>
          {rich(
            'A moderator removed your bio and links: {removedReason} Only you and moderators see them. You can change them and <link>write to us</link>.',
            {
              removedReason,
              link: (text) => (
                <a href="/contact?subject=My%20page" className="link">
                  {text}
                </a>
              ),
            },
          )}
        </p>
      )}
      <button type="submit" className="btn justify-self-start" aria-disabled={isSending}>
        {isSending ? t('Saving...') : t('Save')}
      </button>
    </form>
  )
}
