import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { handleFormFailure } from '#client/failed-form.ts'
import type { Profile } from '#features/contributors/contract.ts'
import { cleanBio, parseLink, profileMax } from '#features/contributors/profile-rules.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/form-controls.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import { ownProfileQuery, profileQuery } from './contributor-queries.ts'

const fields = ['bio', 'link'] as const
type Values = Record<(typeof fields)[number], string>

function check({ bio, link }: Values): Partial<Values> {
  const linkResult = parseLink(link)
  return {
    ...(cleanBio(bio).length > profileMax.bio && { bio: `Use at most ${profileMax.bio} characters` }),
    ...('refusal' in linkResult && { link: linkResult.refusal }),
  }
}

/** Shows the form for a member's bio and link. */
export function ProfileForm({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery(ownProfileQuery(api))
  if (error && !data)
    return <LoadFailure title="Your bio could not be loaded" error={error} onRetry={() => refetch()} />
  if (!data) return <span className="skel min-h-64 max-w-160" aria-busy="true" />
  return <Form username={username} profile={data} />
}

function Form({ username, profile: { bio, link } }: { username: string; profile: Profile }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const send = async (values: Values) => {
    try {
      const newProfile = await api('PATCH /api/user/profile', { body: { bio: values.bio, link: values.link } })
      queryClient.setQueryData(ownProfileQuery(api).queryKey, newProfile)
    } catch (error) {
      return handleFormFailure(error, { fields, title: 'Your page was not changed' })
    }
    // This key has no cursor, so it matches every page of the list of prompts.
    queryClient.invalidateQueries({ queryKey: profileQuery(api, username).queryKey })
    notify({ title: 'Saved', text: 'Your page shows the change now.' })
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form" aria-label="Your page">
      <TextArea
        label="Bio"
        name="bio"
        error={errors.bio}
        help={`Plain text, up to ${profileMax.bio} characters. Everybody can read it. Optional.`}
        rows={4}
        dir="auto"
        maxLength={2 * profileMax.bio}
        defaultValue={bio}
      />
      <Field
        label="Link"
        name="link"
        type="url"
        inputMode="url"
        error={errors.link}
        help="Your own site, such as https://example.org. Optional."
        maxLength={2 * profileMax.link}
        defaultValue={link ?? ''}
        autoComplete="url"
      />
      <button type="submit" className="btn justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Saving...' : 'Save'}
      </button>
    </form>
  )
}
