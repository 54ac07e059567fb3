/* kept.c — texts that stay the same while the server runs: compressed once, sent often. */
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "server/own.h"

enum { GZIP_WINDOW = 15 + 16 /* zlib's way to say: with the head and tail of gzip */, MEMORY = 8 };

void kept_pack(KeptText *kept, Buffer *text)
{
    z_stream stream = {.next_in = (Bytef *)text->bytes, .avail_in = (uInt)text->length};
    *kept = (KeptText){.length = text->length};
    snprintf(kept->tag, sizeof kept->tag, "\"%016llx\"", (unsigned long long)quick_hash(text->bytes, text->length));
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK) {
        uLong room = deflateBound(&stream, (uLong)text->length);
        stream.next_out = malloc(room);
        stream.avail_out = (uInt)room;
        unsigned char *packed = stream.next_out;
        if (packed && deflate(&stream, Z_FINISH) == Z_STREAM_END) {
            kept->packed_length = stream.total_out;
            kept->packed = realloc(packed, stream.total_out);
        }
        if (!kept->packed)
            free(packed);
        deflateEnd(&stream);
    }
    buffer_free(text);
}

bool kept_unpack(const KeptText *kept, Buffer *out)
{
    z_stream stream = {.next_in = kept->packed, .avail_in = (uInt)kept->packed_length};
    if (!buffer_room(out, kept->length) || inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
        return false;
    stream.next_out = (Bytef *)out->bytes + out->length;
    stream.avail_out = (uInt)kept->length;
    bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == kept->length;
    out->length += whole ? kept->length : 0;
    inflateEnd(&stream);
    return whole;
}

void kept_free(KeptText *kept)
{
    free(kept->packed);
    *kept = (KeptText){0};
}
