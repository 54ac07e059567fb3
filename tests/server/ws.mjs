// ws.mjs — a WebSocket client on a plain socket, small enough to misbehave with: frames can be sent raw.
import { createHash, randomBytes } from 'node:crypto';
import net from 'node:net';

export class Socket {
    constructor(connection) {
        this.connection = connection;
        this.buffer = Buffer.alloc(0);
        this.messages = []; // parsed, not yet taken
        this.waiting = [];
        this.received = []; // every text, for looking for what should not be there
        this.closed = null; // {code} once the server closed, or {} when it just went away
        this.closers = [];
        this.keep = true;
    }

    // Opens ws://127.0.0.1:port/path with a cookie; rejects with the status when refused.
    static open({ port, path, cookie = '', origin = `http://127.0.0.1:${port}`, headers = {} }) {
        return new Promise((resolve, reject) => {
            const key = randomBytes(16).toString('base64');
            const connection = net.connect({ port, host: '127.0.0.1' });
            const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Upgrade: websocket',
                'Connection: Upgrade', `Sec-WebSocket-Key: ${key}`, 'Sec-WebSocket-Version: 13'];
            if (origin) lines.push(`Origin: ${origin}`);
            if (cookie) lines.push(`Cookie: ${cookie}`);
            for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
            let head = Buffer.alloc(0);
            connection.setNoDelay(true);
            connection.on('error', reject);
            connection.write(lines.join('\r\n') + '\r\n\r\n');
            const onData = (bytes) => {
                head = Buffer.concat([head, bytes]);
                const end = head.indexOf('\r\n\r\n');
                if (end < 0) return;
                connection.off('data', onData);
                const text = head.subarray(0, end).toString();
                const status = Number(text.split(' ')[1]);
                if (status !== 101) {
                    connection.destroy();
                    reject(Object.assign(new Error(`refused with ${status}`), { status }));
                    return;
                }
                const wanted = createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
                if (!text.includes(wanted)) return reject(new Error('the accept key is wrong'));
                const socket = new Socket(connection);
                connection.off('error', reject);
                connection.on('error', () => socket.gone({}));
                connection.on('close', () => socket.gone({}));
                connection.on('data', (more) => socket.take(more));
                socket.take(head.subarray(end + 4));
                resolve(socket);
            };
            connection.on('data', onData);
            connection.on('close', () => reject(new Error('closed during the handshake')));
        });
    }

    take(bytes) {
        this.buffer = this.buffer.length ? Buffer.concat([this.buffer, bytes]) : bytes;
        for (;;) {
            if (this.buffer.length < 2) return;
            let length = this.buffer[1] & 127, at = 2;
            if (length === 126) {
                if (this.buffer.length < 4) return;
                length = this.buffer.readUInt16BE(2), at = 4;
            } else if (length === 127) {
                if (this.buffer.length < 10) return;
                length = Number(this.buffer.readBigUInt64BE(2)), at = 10;
            }
            if (this.buffer.length < at + length) return;
            const opcode = this.buffer[0] & 15, payload = this.buffer.subarray(at, at + length);
            this.buffer = this.buffer.subarray(at + length);
            this.frame(opcode, payload);
        }
    }

    frame(opcode, payload) {
        if (opcode === 8) {
            this.gone({ code: payload.length >= 2 ? payload.readUInt16BE(0) : 1005 });
            if (!this.connection.destroyed) this.raw(8, payload);
            this.connection.end();
            return;
        }
        if (opcode === 9) return this.raw(10, payload);
        if (opcode !== 1) return;
        const text = payload.toString();
        if (this.keep) this.received.push(text);
        const message = JSON.parse(text);
        if (this.onMessage) return this.onMessage(message);
        this.messages.push(message);
        this.wake();
    }

    wake() {
        for (const waiter of [...this.waiting]) {
            const index = this.messages.findIndex(waiter.wanted);
            if (index < 0) continue;
            const [message] = this.messages.splice(index, 1);
            this.waiting.splice(this.waiting.indexOf(waiter), 1);
            clearTimeout(waiter.timer);
            waiter.resolve(message);
        }
    }

    gone(how) {
        if (!this.closed) this.closed = how;
        for (const waiter of this.waiting.splice(0)) {
            clearTimeout(waiter.timer);
            waiter.reject(new Error(`closed ${JSON.stringify(this.closed)}`));
        }
        for (const close of this.closers.splice(0)) close(this.closed);
    }

    // The next message for which `wanted` holds; those before it stay.
    next(wanted = () => true, milliseconds = 90000) {
        if (typeof wanted === 'string') {
            const kind = wanted;
            wanted = (message) => message.t === kind;
        }
        return new Promise((resolve, reject) => {
            const waiter = { wanted, resolve, reject };
            waiter.timer = setTimeout(() => {
                this.waiting.splice(this.waiting.indexOf(waiter), 1);
                reject(new Error(`nothing came: waited for ${wanted}`));
            }, milliseconds);
            this.waiting.push(waiter);
            this.wake();
            if (this.closed && this.waiting.includes(waiter)) this.gone(this.closed);
        });
    }

    closing(milliseconds = 60000) {
        if (this.closed) return Promise.resolve(this.closed);
        return new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error('the server did not close')), milliseconds);
            this.closers.push((how) => (clearTimeout(timer), resolve(how)));
        });
    }

    // A frame as a client must send it, or with a mistake: {fin, masked, opcode, length}.
    raw(opcode, payload, { fin = true, masked = true, claim = null, rsv = 0 } = {}) {
        const bytes = Buffer.from(payload), mask = randomBytes(4);
        const length = claim ?? bytes.length;
        let head;
        if (length < 126) head = Buffer.from([0, length]);
        else if (length < 65536) head = Buffer.from([0, 126, length >> 8, length & 255]);
        else (head = Buffer.alloc(10)), (head[1] = 127), head.writeBigUInt64BE(BigInt(length), 2);
        head[0] = (fin ? 128 : 0) | (rsv << 4) | opcode;
        if (masked) head[1] |= 128;
        const body = masked ? Buffer.from(bytes.map((byte, i) => byte ^ mask[i & 3])) : bytes;
        this.connection.write(Buffer.concat(masked ? [head, mask, body] : [head, body]));
    }

    send(message) {
        this.raw(1, typeof message === 'string' ? message : JSON.stringify(message));
    }

    // Sends a request and waits for its answer.
    ask(message) {
        const n = (this.number = (this.number ?? 0) + 1);
        this.send({ ...message, n });
        return this.next((answer) => answer.n === n);
    }

    close() {
        this.keep = false;
        this.connection.destroy();
    }
}
