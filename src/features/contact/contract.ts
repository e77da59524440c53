import { createRoute, z } from '@hono/zod-openapi'
import { accepted, errors, Id, jsonBody, Time } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { contactErrors, contactMax, isEmailAddress, messageMin } from './rules.ts'

const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => t('Use at most {textMax} characters', { textMax: max }) })
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { error: () => t('Use one line') })

/** What the contact form sends. */
export const ContactMessage = z
  .object({
    name: oneLine(contactMax.name).default(''),
    email: z.string().trim().refine(isEmailAddress, contactErrors.email),
    subject: oneLine(contactMax.subject).default(''),
    message: z
      .string()
      .trim()
      .min(messageMin, contactErrors.message)
      .max(contactMax.message, { error: () => t('Use at most {textMax} characters', { textMax: contactMax.message }) })
      // PostgreSQL can't store the null character in text.
      .regex(/^[^\0]*$/, { error: () => t('Leave out null characters') }),
    captcha: z.string().max(10_000).optional(),
  })
  .openapi('ContactMessage')

export type ContactMessage = z.infer<typeof ContactMessage>

/** A stored message, as admins see it. */
export const Message = z
  .object({
    id: Id,
    createdAt: Time,
    name: z.string(),
    email: z.string().openapi({ description: 'The address to reply to, as the writer entered it.' }),
    subject: z.string(),
    message: z.string(),
    asksForLink: z.boolean().openapi({
      description: 'The user asked for a link to choose a new password, on a site without email. The message is empty.',
    }),
    user: z
      .union([z.object({ username: z.string() }), z.null()])
      .openapi({ description: 'The user who was signed in.' }),
    // When and by whom the message was marked as done. Null while it is open.
    done: z.union([z.object({ at: Time, user: z.union([z.object({ username: z.string() }), z.null()]) }), z.null()]),
  })
  .openapi('Message', { description: 'A message to the operator.' })
export type Message = z.infer<typeof Message>

export const contactContract = {
  sendContact: createRoute({
    method: 'post',
    path: '/api/contact',
    tags: ['Site'],
    summary: 'Sends a message to the operator of this site',
    request: { body: jsonBody(ContactMessage) },
    responses: { ...accepted('The message is stored and will be emailed.'), ...errors(403) },
  }),
}
