import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { askLimits } from '../rules.ts'

const style = `:root{color-scheme:light dark;--ink:#191917;--soft:#595955;--paper:#fff;--edge:#8a8a84;--bad:#a4262c}
@media (prefers-color-scheme:dark){:root{--ink:#f2f2ee;--soft:#b5b5ae;--paper:#191917;--edge:#7d7d77;--bad:#ff9d9d}}
*{box-sizing:border-box}body{margin:0 auto;max-width:44rem;padding:1rem;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif}
main,section{display:grid;gap:1rem}h1{margin:0;font-size:1.25rem}p{margin:0}small,summary{color:var(--soft);font-size:.875rem}label{display:grid;gap:.25rem;font-weight:600}
input,select,pre{width:100%;margin:0;padding:.625rem .75rem;border:1px solid var(--edge);border-radius:4px;color:inherit;background:inherit;font:.875rem/1.5 ui-monospace,monospace}
pre{max-height:16rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}code{font:.875rem ui-monospace,monospace;overflow-wrap:anywhere}
div{display:flex;flex-wrap:wrap;gap:.5rem}button{min-height:2.75rem;padding:0 1.25rem;border:1px solid var(--ink);border-radius:4px;color:inherit;background:inherit;font:inherit;font-weight:600}
button.main{color:var(--paper);background:var(--ink)}button:disabled{opacity:.5}[role=alert]{color:var(--bad)}[hidden]{display:none}`

// The script exchanges messages only with the page that opened this one, and only if that is a page of this site: it
// checks the origin in both directions. It sends no request before the member presses a button, and shows answers as
// text, not HTML.
const script = `const at=id=>document.getElementById(id),siteOrigin=location.origin,opener=window.opener
let question='',answer='',asking=null
const say=text=>{at('error').textContent=text}
const base=()=>{let url;try{url=new URL(at('address').value.trim())}catch{}
if(url?.protocol!=='http:'||!['127.0.0.1','localhost'].includes(url.hostname))throw new Error('Enter an address on this machine, such as http://127.0.0.1:11434.')
return url.origin}
const ask=(path,more)=>fetch(base()+path,{credentials:'omit',referrerPolicy:'no-referrer',redirect:'error',cache:'no-store',...more}).then(response=>{if(!response.ok)throw new Error('The program answered with status '+response.status+'.')
return response})
const show=()=>{const busy=asking!==null
at('find').disabled=busy;at('ask').disabled=busy||!question||!at('model').value;at('stop').hidden=!busy;at('use').hidden=busy||!answer.trim()
at('answer').hidden=!answer;at('answer').textContent=answer}
const run=async work=>{say('');asking=new AbortController();show()
try{await work(asking.signal)}catch(error){if(error.name!=='AbortError')say(error instanceof TypeError?'No answer. Check that the program is running, and that it allows this site.':error.message)}
asking=null;show()}
at('find').onclick=()=>run(async signal=>{const {data}=await(await ask('/v1/models',{signal})).json()
const ids=(Array.isArray(data)?data:[]).map(one=>String(one?.id??'')).filter(id=>id&&id.length<=100).slice(0,200)
if(ids.length===0)throw new Error('This program has no models.')
at('model').replaceChildren(...ids.map(id=>new Option(id,id)))
try{localStorage.setItem('own_machine_address',at('address').value.trim())}catch{}})
at('ask').onclick=()=>run(async signal=>{answer=''
const body=JSON.stringify({model:at('model').value,messages:[{role:'user',content:question}],stream:true})
const reader=(await ask('/v1/chat/completions',{method:'POST',headers:{'Content-Type':'application/json'},body,signal})).body.pipeThrough(new TextDecoderStream()).getReader()
let rest=''
for(;;){const {done,value}=await reader.read()
if(done)break
const lines=(rest+value).split('\\n');rest=lines.pop()
if(rest.length>${askLimits.textMax})throw new Error('The program sent no answer that this page can read.')
for(const line of lines){if(!line.startsWith('data:'))continue
const part=line.slice(5).trim()
if(part==='[DONE]')return
let text;try{text=JSON.parse(part).choices?.[0]?.delta?.content}catch{}
if(typeof text==='string')answer+=text}
at('answer').hidden=false;at('answer').textContent=answer
if(answer.length>${askLimits.textMax}){answer=answer.slice(0,${askLimits.textMax});asking.abort();return}}})
at('stop').onclick=()=>asking?.abort()
at('use').onclick=()=>{opener.postMessage({kind:'answer',model:at('model').value,text:answer},siteOrigin);window.close()}
addEventListener('message',({origin,source,data})=>{if(origin!==siteOrigin||source!==opener||typeof data?.prompt!=='string')return
question=data.prompt;at('question').textContent=question;at('tool').hidden=false;at('alone').hidden=true;show()})
try{at('address').value=localStorage.getItem('own_machine_address')||at('address').value}catch{}
if(opener)opener.postMessage({kind:'ready'},siteOrigin)
show()`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The Content-Security-Policy of the own-machine page, the only policy on this site that lets a page connect to the
 * visitor's machine. It allows no other connection, not even to this site.
 */
export const ownMachinePolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  'connect-src http://127.0.0.1:* http://localhost:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Returns the page that asks a model on the member's own machine, in Ollama, llama.cpp, LM Studio or any other program
 * with OpenAI's API (docs/decisions/085). The page that opened this one sends the prompt and gets the answer.
 * `origin` is this site's origin.
 */
export function ownMachinePage(origin: string): string {
  return String(html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>A model on your machine</title><style>${raw(style)}</style></head><body><main>
<h1>A model on your machine</h1>
<p id="alone">Open this page from a comparison or the generator, with “Ask a model on your machine”. It needs JavaScript.</p>
<p>Your browser connects directly to the program that runs the model. This site gets the answer only if you use it.</p>
<label>Address <input id="address" value="http://127.0.0.1:11434" spellcheck="false" autocomplete="off" maxlength="100"></label>
<p><small>Ollama allows this site if you start it with <code>OLLAMA_ORIGINS=${origin} ollama serve</code>. In LM Studio, turn on CORS. Only this browser saves the address above.</small></p>
<div><button type="button" id="find">Find models</button></div>
<section id="tool" hidden>
<label>Model <select id="model"></select></label>
<details><summary>The text to send</summary><pre id="question" dir="auto"></pre></details>
<div><button type="button" id="ask" class="main">Ask</button><button type="button" id="stop" hidden>Stop</button></div>
</section>
<p id="error" role="alert"></p>
<pre id="answer" dir="auto" tabindex="0" aria-label="Answer" hidden></pre>
<div><button type="button" id="use" class="main" hidden>Use this answer</button></div>
</main><script>${raw(script)}</script></body></html>`)
}
