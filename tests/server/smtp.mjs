// smtp.mjs — a mail server of our own, on this machine, that keeps what it is given.
import net from 'node:net';

// Takes every mail; `mails` holds its recipients, its head by name and its text.
export async function mailServer() {
    const mails = [];
    const server = net.createServer((socket) => {
        let text = '', mail = null, data = false;
        socket.on('error', () => {});
        socket.write('220 here\r\n');
        socket.on('data', (bytes) => {
            text += bytes;
            for (let end; (end = text.indexOf('\r\n')) >= 0;) {
                const line = text.slice(0, end);
                text = text.slice(end + 2);
                if (data && line === '.') {
                    data = false;
                    mails.push(read(mail));
                    socket.write('250 taken\r\n');
                } else if (data) mail.lines.push(line.replace(/^\./, ''));
                else if (/^EHLO/i.test(line)) socket.write('250 here\r\n');
                else if (/^MAIL FROM:/i.test(line)) (mail = { from: line.slice(10), lines: [] }), socket.write('250 ok\r\n');
                else if (/^RCPT TO:/i.test(line)) (mail.to = line.slice(8)), socket.write('250 ok\r\n');
                else if (/^DATA/i.test(line)) (data = true), socket.write('354 go on\r\n');
                else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
                else socket.write('250 ok\r\n');
            }
        });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { mails, port: server.address().port, close: () => server.close() };
}

function read({ from, to, lines }) {
    const empty = lines.indexOf('');
    const head = {};
    for (const line of lines.slice(0, empty).join('\n').replaceAll(/\n\s/g, ' ').split('\n'))
        head[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 2);
    head.subject = head.subject.split(' ').map((word) => Buffer.from(word.slice(10, -2), 'base64').toString()).join('');
    return { from, to, head, text: Buffer.from(lines.slice(empty + 1).join(''), 'base64').toString() };
}
